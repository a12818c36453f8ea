import { probe } from '../probe.ts'

/** A task that the driver of the browser gives to a page. */
Object.assign(globalThis, { probe })
