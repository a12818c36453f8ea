/** The package entry `@concordat/contract/passive`: what traffic of others says of a server, with nothing sent. */

export type { Recorded } from './exchange/recorded.ts'
export { HarError, readHar } from './har/read-har.ts'
export { Observer, type ObserverOptions } from './passive/observer.ts'
export { textOf } from './transport/content-codings.ts'
