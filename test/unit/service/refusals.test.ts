import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { refusals } from '../../../server/refusals/refusals.ts'

const server = resolve(import.meta.dirname, '../../../server')

test('every part of the service has its refusals under names of their own in the one table', async () => {
  const parts = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    // The one table itself lies in `refusals`.
    /^(?!refusals\/).*\/refusals\.ts$/.test(file),
  )
  const modules = await Promise.all(parts.map((file) => import(join(server, file))))
  const tables = modules.flatMap((module) => Object.values<Record<string, unknown>>(module))
  expect(tables.length).toBe(parts.length)
  expect(tables.length).toBeGreaterThan(1)
  const names = tables.flatMap((table) => Object.keys(table))
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  for (const table of tables)
    for (const name of Object.keys(table)) expect(refusals).toHaveProperty(name, table[name])
})
