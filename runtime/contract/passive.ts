/**
 * The package entry `@concordat/contract/passive`: checks of a server that use other clients' traffic and
 * send nothing.
 */

export { HarError, readHar, recordedIn } from './data/exchange/har/read-har.ts'
export { type Recorded, recordedExchange } from './data/exchange/recorded.ts'
export { observedAnswerKey } from './run/passive/observed/notebook.ts'
export type {
  Evidence,
  ObservedSubject,
  SubjectKind,
  TrafficDirection,
  TrafficObservation,
} from './run/passive/observed/observation.ts'
export { isProvokedRefusal } from './run/passive/observed/provoked.ts'
export { ObservationRecorder, type ObservationRecorderOptions } from './run/passive/observed/recorder.ts'
export { Sighting } from './run/passive/observed/sighting.ts'
export type { MembersSeen } from './run/passive/observed/value-watch.ts'
export { Observer, type ObserverOptions } from './run/passive/observer.ts'
export { decodedText } from './traffic/transport/content-codings.ts'
