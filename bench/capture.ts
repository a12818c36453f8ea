import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCapturing } from './capture/capturing.ts'
import { measureRounds } from './capture/rounds.ts'
import { count, runCommand } from './command.ts'
import { median } from './load/figure.ts'
import { formatTable } from './table.ts'

const HELP = `Captures the same events in two services in turn, one with only PostgreSQL and one with ClickHouse too, and counts what is stored.

  npm run bench:capture -- --clickhouse URL [--events N] [--persons N] [--rounds N]
      --clickhouse URL  a server whose database "bench_capture" may be dropped
      --events N        total that each service captures (default 1000000)
      --persons N       distinct persons in the events (default 50000)
      --rounds N        rounds whose medians are printed (default 5); an extra round before them creates the persons
      --help

A service's lag is the age of the oldest event that ClickHouse has yet to receive.

Exit codes: 0 every event is stored exactly once; 1 some events are not; 2 wrong usage.`

await runCommand(async (signal) => {
  const { values } = parseArgs({
    options: {
      clickhouse: { type: 'string', default: '' },
      events: { type: 'string', default: '1000000' },
      persons: { type: 'string', default: '50000' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || values.clickhouse === '') {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const sizes = {
    events: count('events', values.events),
    persons: count('persons', values.persons),
    rounds: count('rounds', values.rounds),
  }
  const folder = mkdtempSync(join(tmpdir(), 'concordat-capture-'))
  await using ends = new AsyncDisposableStack()
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  const alone = await openCapturing({ folder, name: 'alone', signal, ends })
  const { clickhouse: url } = values
  const beside = await openCapturing({ folder, name: 'beside', clickhouse: url, signal, ends })
  const taken = await measureRounds({ alone, beside }, { ...sizes, signal })
  const rate = (seconds: readonly number[]) => Math.round(taken.ofRound / median(seconds))
  const [slow, fast] = [rate(taken.captured.beside), rate(taken.captured.alone)]
  console.log(
    formatTable({
      header: ['events a second', 'PostgreSQL', 'with ClickHouse', 'ratio'],
      rows: [
        ['captured', String(fast), String(slow), (slow / fast).toFixed(2)],
        ['until all have arrived', '', String(rate(taken.arrived)), ''],
      ],
      textColumns: 1,
    }),
  )
  const { lags } = taken
  console.log(
    `Lag during capture: median ${median(lags).toFixed(1)} s over ${lags.length} measurements, at most ${Math.max(...lags).toFixed(1)} s.`,
  )
  let isWhole = true
  for (const [name, { stored }] of Object.entries({ PostgreSQL: alone, ClickHouse: beside })) {
    const { rows, different } = await stored()
    console.log(`${name}: ${taken.events} captured, ${rows} stored, ${different} different.`)
    isWhole &&= rows === taken.events && different === taken.events
  }
  return isWhole ? 0 : 1
})
