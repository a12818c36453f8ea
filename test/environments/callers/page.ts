import { probe } from '../probe.ts'

/** A function on the page that the browser driver calls. */
Object.assign(globalThis, { probe })
