import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const server = resolve(import.meta.dirname, '../../../server')
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const texts = files.map((file) => readFileSync(join(server, file), 'utf8'))

test('every reason for a refusal is given somewhere', async () => {
  const tables = files.filter((file) => /\/(general-)?refusals\.ts$/.test(file))
  expect(tables.length).toBeGreaterThan(5)
  const modules: Record<string, object>[] = await Promise.all(
    tables.map((file) => import(join(server, file))),
  )
  const reasons = modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([table, reasons]) => Object.keys(reasons).map((name) => ({ table, name })))
  const isGiven = ({ table, name }: (typeof reasons)[number]) =>
    texts.some(
      (text) =>
        text.includes(`${table}.${name}`) || (text.includes(`${table}[`) && text.includes(`'${name}'`)),
    )
  expect(reasons.filter((reason) => !isGiven(reason))).toEqual([])
})
