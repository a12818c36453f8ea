import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/**
 * Folders that may refer to the table: each store has such a table, migrations create it, and a move
 * transfers events between stores.
 */
const rooms = [
  'server/events/postgres/',
  'server/events/clickhouse/',
  'server/events/move/',
  'server/database/migrations/',
]

/** The table in a statement, or in a call that builds one. */
const named = /\b(?:from|join|into|update|only|vacuum|truncate)\s+events\b|\(['"`]events(?: as \w+)?['"`]/

const root = path.join(import.meta.dirname, '../../..')
const sources = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('server', file))
  .filter((file) => file.endsWith('.ts'))

const naming = sources.filter((file) => named.test(readFileSync(path.join(root, file), 'utf8')))

it('names the table of events in its stores alone', () => {
  expect(naming.filter((file) => !rooms.some((room) => file.startsWith(room)))).toEqual([])
})

it('sees the table where it is named', () => {
  const store = naming.filter((file) => file.startsWith('server/events/postgres/'))
  expect(store).toEqual([
    'server/events/postgres/delete-events.ts',
    'server/events/postgres/exported-events.ts',
    'server/events/postgres/has-events.ts',
    'server/events/postgres/insert-events.ts',
    'server/events/postgres/store-fresh.ts',
    'server/events/postgres/views/person-events.ts',
  ])
})
