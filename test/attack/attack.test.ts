import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf, type Row } from '../../bench/attack/target.ts'
import { targets } from '../../bench/attack/targets.ts'
import { seedOfRun } from '../e2e/service/random.ts'

test.each(targets)('$name holds', async ({ attack }) => {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-attack-'))
  const rows: Row[] = []
  try {
    const signal = new AbortController().signal
    await attack({ folder, seed: seedOfRun, signal, onRow: (row) => rows.push(row) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(rows.length).toBeGreaterThan(5)
  const broken = rows.filter((row) => faultsOf(row).length > 0)
  expect(broken.map((row) => [row.name, ...faultsOf(row)])).toEqual([])
})
