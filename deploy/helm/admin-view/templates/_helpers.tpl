{{- define "admin-view.labels" -}}
app.kubernetes.io/name: admin-view
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{/* A Deployment's pod: one image, one role of the program. Called with root and role. */}}
{{- define "admin-view.deployment" -}}
{{- $root := .root -}}
{{- $part := index $root.Values .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ .role }}
  labels:
    {{- include "admin-view.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ $part.replicas }}
  selector:
    matchLabels:
      app.kubernetes.io/instance: {{ $root.Release.Name }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "admin-view.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      # The program needs nothing of the cluster.
      automountServiceAccountToken: false
      # It drains for ten seconds, then ends jobs and feeds.
      terminationGracePeriodSeconds: 30
      {{- with $root.Values.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: admin-view
          image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          env:
            - { name: ROLES, value: {{ .role }} }
            - { name: PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
            {{- range $name, $value := $root.Values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          envFrom:
            - secretRef: { name: {{ $root.Values.existingSecret }} }
          ports:
            - { name: http, containerPort: 4180 }
          # The first start makes the tables; it answers only after that.
          startupProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 3
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 6
          resources:
            {{- toYaml $part.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: temporary, mountPath: /tmp }
      volumes:
        - { name: temporary, emptyDir: {} }
{{- end }}
