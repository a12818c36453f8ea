import type { ListSnapshots, RunEvent } from '../../data/outcome/run-event.ts'

type Of<Kind extends RunEvent['kind']> = Extract<RunEvent, { kind: Kind }>

/** Contents of the server's lists before a run and changes after it, derived only from the run's events. */
export class ListLog {
  /** Items in the lists before the run, as long as they have not been compared yet. */
  snapshots: ListSnapshots | undefined
  /** Lists that could not be read before the run for lack of time. */
  unread: readonly string[] = []
  /** Lists that show nothing new at the end. */
  unchanged: readonly string[] = []
  readonly appeared: Of<'appeared'>[] = []
  readonly vanished: Of<'vanished'>[] = []

  note(event: RunEvent): void {
    if (event.kind === 'lists-recorded') {
      this.snapshots = event.snapshots
      this.unread = event.unread ?? []
    } else if (event.kind === 'lists-compared') {
      this.snapshots = undefined
      this.unchanged = event.unchanged ?? []
    } else if (event.kind === 'appeared') this.appeared.push(event)
    else if (event.kind === 'vanished') this.vanished.push(event)
  }

  /** Number of lists to read again at the end. */
  get size(): number {
    return this.snapshots?.size ?? 0
  }
}
