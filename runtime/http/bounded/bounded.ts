/** The package entry `@concordat/runtime/bounded`: caches that keep a bounded amount. */
export { BoundedMap, type MapBound } from './bounded-map.ts'
export { rememberedByKey } from './remembered.ts'
