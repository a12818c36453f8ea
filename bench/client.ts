import { bundleSize, PROGRAMS } from './client/bundle-size.ts'
import { callCost } from './client/call-cost.ts'
import { median } from './load/figure.ts'
import { formatTable } from './table.ts'

/** Prints what the generated client weighs in a browser, and what a call of it costs beside a bare `fetch`. */
const sizes = await Promise.all(
  Object.entries(PROGRAMS).map(async ([name, program]) => [
    `client, ${name}`,
    'bytes gzipped',
    String(await bundleSize(program)),
  ]),
)
const { ours, bare } = await callCost({ rounds: 7, calls: 4_000 })
const rows = [
  ...sizes,
  ['bare fetch without a network', 'µs of processor time', median(bare).toFixed(1)],
  ['call without a network', 'µs of processor time', median(ours).toFixed(1)],
  ['call beside bare fetch', 'times', (median(ours) / median(bare)).toFixed(2)],
]
console.log(formatTable({ header: ['figure', 'unit', 'value'], rows, textColumns: 2 }))
