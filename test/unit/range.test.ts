import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { contract } from '@concordat/contract'
import { createClient } from '@concordat/runtime/client'
import { type DocumentDescriptor, RANGE } from '@concordat/runtime/http'
import { createApp } from '@concordat/runtime/server'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const document: DocumentDescriptor = {
  title: 'Pets',
  version: '1',
  operations: [],
  resources: [],
  securitySchemes: {},
  definitions: {},
}

const makers: [name: string, make: (runtime?: string) => unknown][] = [
  ['createClient', (runtime) => createClient({ baseUrl: 'http://a.test' }, runtime ? { runtime } : {})],
  ['createApp', (runtime) => createApp({ ...document, ...(runtime && { runtime }) }, { handlers: {} })],
  ['contract', (runtime) => contract({ document: { ...document, ...(runtime && { runtime }) } })],
]

describe.each(makers)('%s', (_, make) => {
  test.each([RANGE, undefined])('takes code that was printed for %s', (range) => {
    expect(() => make(range)).not.toThrow()
  })

  test.each(['0.1', '0.20', '1.0'])('refuses code that was printed for %s', (range) => {
    expect(() => make(range)).toThrow(
      `This code was generated for @concordat/runtime ${range}, not for ${RANGE}. Fix: npx concordat@${RANGE} generate`,
    )
  })
})

test.each(['.', 'runtime', 'runtime/contract'])('the package in %s is of this range', (folder) => {
  const { version, dependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as {
    version: string
    dependencies?: Record<string, string>
  }
  expect(version.startsWith(`${RANGE}.`)).toBe(true)
  for (const [name, wanted] of Object.entries(dependencies))
    if (name.startsWith('@concordat/')) expect([name, wanted]).toEqual([name, version])
})
