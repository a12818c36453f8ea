/** The package entry `@concordat/contract/passive`: what traffic of others says of a server, with nothing sent. */

export { type Recorded, recordedFrom } from './exchange/recorded.ts'
export { HarError, readHar, recordedIn } from './har/read-har.ts'
export { answerKey } from './passive/observed/notebook.ts'
export type {
  Direction,
  Evidence,
  Observation,
  Subject,
  SubjectKind,
} from './passive/observed/observation.ts'
export { isProvoked } from './passive/observed/provoked.ts'
export { Recorder, type RecorderOptions } from './passive/observed/recorder.ts'
export { Sighting } from './passive/observed/sighting.ts'
export type { MembersSeen } from './passive/observed/value-watch.ts'
export { Observer, type ObserverOptions } from './passive/observer.ts'
export { textOf } from './transport/content-codings.ts'
