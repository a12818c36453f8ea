/** The package entry `@concordat/runtime/bounded`: caches that do not grow without limit. */
export { BoundedMap, type MapBound } from './bounded-map.ts'
export { rememberedByKey, rememberedByObject } from './remembered.ts'
