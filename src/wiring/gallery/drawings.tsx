import type { ReactNode } from "react"
import { StateMachine, type AnyMachineSnapshot, type AnyStateMachine } from "xstate"
import { inspectorMachine, type InspectorSnapshot } from "#machines/administration/inspector.machine.ts"
import { demoClockMachine, type DemoClockSnapshot } from "#machines/administration/demoClock.machine.ts"
import { bulkMachine, type BulkSnapshot } from "#machines/session/bulk.machine.ts"
import { chunkMachine, type ChunkSnapshot } from "#machines/session/chunk.machine.ts"
import { commandMachine, type CommandSnapshot } from "#machines/session/command.machine.ts"
import { exportMachine, type ExportSnapshot } from "#machines/session/export.machine.ts"
import { formMachine, type FormSnapshot } from "#machines/session/form.machine.ts"
import { idleMachine, type IdleSnapshot } from "#machines/session/idle.machine.ts"
import { operationMachine } from "#machines/session/operation.machine.ts"
import { readingMachine, type ReadingSnapshot } from "#machines/session/reading.machine.ts"
import { pickerMachine, type PickerSnapshot } from "#machines/session/picker.machine.ts"
import { renewalMachine, type RenewalSnapshot } from "#machines/session/renewal.machine.ts"
import { sessionMachine, type SessionSnapshot } from "#machines/session/session.machine.ts"
import { shortcutsMachine, type ShortcutsSnapshot } from "#machines/session/shortcuts.machine.ts"
import { toastsMachine, type ToastsSnapshot } from "#machines/session/toasts.machine.ts"
import { patientBookingMachine, type PatientBookingSnapshot } from "#machines/scheduling/patientBooking.machine.ts"
import { accessIds, type Rights } from "#schemas/access.ts"
import { isDay } from "#schemas/calendar.ts"
import { words } from "#schemas/words.ts"
import { DemoClockView } from "#views/administration/DemoClockView.tsx"
import { CompanyStateTag } from "#views/administration/CompanyStateTag.tsx"
import { InspectorView } from "#views/administration/InspectorView.tsx"
import { Layout } from "#views/layout/Layout.tsx"
import { Loader } from "#views/layout/Loader.tsx"
import { RenewalDialog } from "#views/layout/RenewalDialog.tsx"
import { ShortcutList } from "#views/layout/ShortcutList.tsx"
import { CampaignStateTag } from "#views/outreach/CampaignStateTag.tsx"
import { RecipientStateTag } from "#views/outreach/RecipientStateTag.tsx"
import { useCampaignDeeds } from "#views/outreach/campaignDeeds.tsx"
import { TemplateStateTag } from "#views/outreach/TemplateStateTag.tsx"
import { BulkBar } from "#views/parts/BulkBar.tsx"
import { Calendar } from "#views/parts/Calendar.tsx"
import { Confirmation } from "#views/parts/Confirmation.tsx"
import { Exporting } from "#views/parts/Exporting.tsx"
import { Form } from "#views/parts/Form.tsx"
import { TextField } from "#views/parts/Field.tsx"
import { Pickers } from "#views/parts/Pickers.ts"
import { Reading } from "#views/parts/Reading.tsx"
import { Notifications, Toasts } from "#views/parts/Toasts.tsx"
import { Word } from "#views/parts/Words.tsx"
import { ZoneInput } from "#views/parts/ZoneField.tsx"
import { ImportStateTag } from "#views/people/ImportsTable.tsx"
import { PatientBookingView } from "#views/scheduling/PatientBookingView.tsx"
import { ChunkView } from "#views/session/ChunkView.tsx"
import { IdlePrompt } from "#views/session/IdlePrompt.tsx"
import { SessionView } from "#views/session/SessionView.tsx"

/** How a chart that is no page is drawn: its machine, and its view of a snapshot; null where nothing of it is on the screen. */
export type Drawing = {
  readonly machine: AnyStateMachine
  /** It is a whole screen of its own, with its own landmarks. */
  readonly whole?: true
  readonly draw: (snapshot: AnyMachineSnapshot) => ReactNode
}

const send = (): void => undefined
const as = <S,>(snapshot: AnyMachineSnapshot): S => snapshot as unknown as S

/** A seat in a picture is held for four minutes more. */
const secondsLeft = { subscribe: () => () => undefined, read: () => 240 }

const everyRight: Rights = { userType: 1, accessIds: Object.values(accessIds) }

const Session = ({ snapshot }: { readonly snapshot: SessionSnapshot }) => {
  const { person } = snapshot.context
  return person === null ? (
    <SessionView snapshot={snapshot} send={send} />
  ) : (
    <Layout
      person={person}
      path="/dashboard"
      past={0}
      unread={0}
      onNotifications={send}
      onSearch={send}
      onHelp={send}
      onSignOut={send}
      onActingEnd={send}
    >
      <h1>
        <Word id="gallery.page" />
      </h1>
    </Layout>
  )
}

/** The form's own chart has no fields: each of its values is drawn as one. */
const AnyForm = ({ snapshot }: { readonly snapshot: FormSnapshot }) => {
  const form = { snapshot, send }
  const names = Object.keys(snapshot.context.values)
  return (
    <Form form={form} id="form" labels={Object.fromEntries(names.map((name) => [name, name]))}>
      {names.map((name) => (
        <TextField key={name} form={form} id="form" name={name} label={name} />
      ))}
    </Form>
  )
}

/** Several things of a list: campaigns. */
const SomeCampaigns = ({ snapshot }: { readonly snapshot: BulkSnapshot }) => (
  <BulkBar
    bulk={{ snapshot, send }}
    deeds={useCampaignDeeds(everyRight)}
    rowId={({ campaignHashedId }) => campaignHashedId}
    nameOf={({ name }) => name}
    stateOf={({ state }) => words[`campaign.state.${state}`]}
    rows={[]}
    total={38}
  />
)

/** A calendar where its arrows are on a day; else the list of zones. */
const AnyPicker = ({ snapshot }: { readonly snapshot: PickerSnapshot }) => {
  const { at } = snapshot.context
  return isDay(at) ? (
    <Calendar sheet="picker" at={at} value="" onPoint={send} onChoose={send} />
  ) : (
    <Pickers value={() => ({ snapshot, send })}>
      <ZoneInput id="picker" aria-label={words["company.field.timezone"]} value="America/Chicago" onChange={send} />
    </Pickers>
  )
}

/** How rows show a stored thing's state, by its lifecycle; one that no row shows is not here. */
const tags: Readonly<Record<string, (state: never) => ReactNode>> = {
  company: (state) => <CompanyStateTag state={state} />,
  campaign: (state) => <CampaignStateTag state={state} />,
  recipient: (state) => <RecipientStateTag state={state} channel="SMS" />,
  template: (state) => <TemplateStateTag state={state} />,
  import: (state) => <ImportStateTag state={state} />,
}

/** Every lifecycle, drawn by its tag; before the thing is there and after it is gone no row shows it. */
const lifecycles = Object.values(import.meta.glob<object>("/src/machines/lifecycles/*.lifecycle.ts", { eager: true }))
  .flatMap((module) => Object.values(module).filter((value) => value instanceof StateMachine))
  .map((machine: AnyStateMachine): Drawing => ({
    machine,
    draw: ({ value }) =>
      Object.hasOwn(words, `${machine.id}.state.${String(value)}`)
        ? (tags[machine.id]?.(value as never) ?? null)
        : null,
  }))

/** The charts that are no pages, by id. */
export const drawings: Readonly<Record<string, Drawing>> = Object.fromEntries(
  (
    [
      {
        machine: patientBookingMachine,
        whole: true,
        draw: (snapshot) => (
          <PatientBookingView snapshot={as<PatientBookingSnapshot>(snapshot)} send={send} secondsLeft={secondsLeft} />
        ),
      },
      { machine: sessionMachine, whole: true, draw: (snapshot) => <Session snapshot={as(snapshot)} /> },
      {
        machine: chunkMachine,
        draw: (snapshot) =>
          snapshot.matches("loaded") ? null : <ChunkView within snapshot={as<ChunkSnapshot>(snapshot)} send={send} />,
      },
      {
        machine: idleMachine,
        draw: (snapshot) =>
          snapshot.matches({ presence: "prompt" }) ? (
            <IdlePrompt snapshot={as<IdleSnapshot>(snapshot)} send={send} onLogout={send} />
          ) : null,
      },
      {
        machine: renewalMachine,
        draw: (snapshot) =>
          snapshot.hasTag("asking") ? <RenewalDialog snapshot={as<RenewalSnapshot>(snapshot)} send={send} /> : null,
      },
      {
        machine: operationMachine,
        draw: (snapshot) =>
          snapshot.status === "active" ? <Loader busy slow={snapshot.hasTag("slow")} onCancel={send} /> : null,
      },
      {
        machine: toastsMachine,
        draw: (snapshot) => (
          <>
            <Toasts snapshot={as<ToastsSnapshot>(snapshot)} send={send} />
            <Notifications snapshot={as<ToastsSnapshot>(snapshot)} send={send} />
          </>
        ),
      },
      {
        machine: shortcutsMachine,
        draw: (snapshot) => <ShortcutList snapshot={as<ShortcutsSnapshot>(snapshot)} send={send} rights={everyRight} />,
      },
      {
        machine: commandMachine,
        draw: (snapshot) =>
          snapshot.status === "active" ? (
            <Confirmation command={{ snapshot: as<CommandSnapshot>(snapshot), send }} />
          ) : null,
      },
      {
        machine: exportMachine,
        draw: (snapshot) =>
          snapshot.status === "active" ? <Exporting file={{ snapshot: as<ExportSnapshot>(snapshot), send }} /> : null,
      },
      { machine: bulkMachine, draw: (snapshot) => <SomeCampaigns snapshot={as(snapshot)} /> },
      { machine: pickerMachine, draw: (snapshot) => <AnyPicker snapshot={as(snapshot)} /> },
      { machine: formMachine, draw: (snapshot) => <AnyForm snapshot={as(snapshot)} /> },
      {
        machine: readingMachine,
        draw: (snapshot) =>
          snapshot.matches("idle") ? null : (
            <Reading of={{ snapshot: as<ReadingSnapshot<unknown>>(snapshot), send }}>
              {(data) => <pre>{JSON.stringify(data, null, 2)}</pre>}
            </Reading>
          ),
      },
      {
        machine: demoClockMachine,
        draw: (snapshot) => <DemoClockView snapshot={as<DemoClockSnapshot>(snapshot)} send={send} />,
      },
      {
        machine: inspectorMachine,
        whole: true,
        draw: (snapshot) => (
          <InspectorView inspector={{ snapshot: as<InspectorSnapshot>(snapshot), send }} offersStately picture={null} />
        ),
      },
      ...lifecycles,
    ] satisfies ReadonlyArray<Drawing>
  ).map((drawing: Drawing) => [drawing.machine.id, drawing]),
)
