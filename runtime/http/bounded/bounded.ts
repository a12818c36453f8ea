/** The package entry `@concordat/runtime/bounded`: caches of bounded size. */
export { BoundedMap, type MapBound } from './bounded-map.ts'
export { rememberedByKey } from './remembered.ts'
