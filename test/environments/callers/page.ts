import { probe } from '../probe.ts'

/** What a page is asked to do, by whoever drives the browser. */
Object.assign(globalThis, { probe })
