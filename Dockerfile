# The program with its pages built, run by an account of its own; the data is in PostgreSQL or under /data.
ARG NODE=24.21.0

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:${NODE}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:${NODE}-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4180 ADMIN_VIEW_DATA=/data
RUN install -d -o node -m 700 /data
VOLUME /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY scripts/build.ts scripts/build.ts
COPY src src
COPY server server
USER node
EXPOSE 4180
HEALTHCHECK --start-period=60s --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch('http://localhost:' + process.env.PORT + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself receives the signal to stop, and drains.
CMD ["node", "server/start.js"]
