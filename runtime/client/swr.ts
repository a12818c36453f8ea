/**
 * The package entry `@concordat/runtime/swr`: functions that the generated SWR keys and fetchers use. Does
 * not import SWR.
 */

export { followBody } from '../http/pages/styles/body.ts'
export { countUp } from '../http/pages/styles/count-up.ts'
export { followLastItem } from '../http/pages/styles/last-item.ts'
export { followLinks } from '../http/pages/styles/links.ts'
export { keysOf } from './query/keys-of.ts'
export { swr, swrInfinite, swrMutation } from './query/swr.ts'
export type { Swr, SwrInfinite, SwrMutation, SwrPageKey } from './query/swr-types.ts'
