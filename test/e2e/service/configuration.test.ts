import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ConfigurationError,
  readConfiguration,
  settingsHelp,
} from '../../../server/settings/configuration.ts'
import type { Setting } from '../../../server/settings/setting.ts'
import { settings } from '../../../server/settings/settings.ts'
import { checkout } from './service-process.ts'

const rows = Object.values<Setting>(settings)

function problemsOf(args: readonly string[], environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfiguration(args, environment)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n')
    throw error
  }
}

describe('settings', () => {
  it('have defaults that are valid themselves', () => {
    const configuration = readConfiguration([], {})
    expect(configuration).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      role: 'all',
      databaseUrl: undefined,
      database: { folder: path.join(checkout, '.data') },
      rateLimits: 'off',
    })
  })

  it('take the option before the variable, and an empty variable for none', () => {
    const environment = { PORT: '9000', HOST: '', ROLE: 'web' }
    expect(readConfiguration(['--port', '9001'], environment)).toMatchObject({
      port: 9001,
      host: '127.0.0.1',
      role: 'web',
    })
  })

  it('choose the database: --data, else DATABASE_URL, else the data folder', () => {
    const url = 'postgres://localhost/name'
    const databaseOf = (args: readonly string[], environment: NodeJS.ProcessEnv) =>
      readConfiguration(args, environment)?.database
    expect(databaseOf(['--data', '/a'], { DATABASE_URL: url, DATA_FOLDER: '/b' })).toEqual({ folder: '/a' })
    expect(databaseOf([], { DATABASE_URL: url, DATA_FOLDER: '/b' })).toEqual({ url })
    expect(databaseOf([], { DATA_FOLDER: '/b' })).toEqual({ folder: '/b' })
  })

  it('are all checked, and every problem is told at once', () => {
    const environment = {
      PORT: '70000',
      ROLE: 'boss',
      RATE_LIMITS: 'yes',
      LOG_LEVEL: 'loud',
      REQUEST_SECONDS: '0',
    }
    expect(problemsOf(['--data', ''], environment)).toEqual([
      'PORT is "70000". Expected: an integer from 0 to 65535.',
      'ROLE is "boss". Expected: all, web or worker.',
      '--data is empty. Expected: the path of a folder.',
      'REQUEST_SECONDS is "0". Expected: an integer from 1 to 3600.',
      'RATE_LIMITS is "yes". Expected: on or off.',
      'LOG_LEVEL is "loud". Expected: info, warn or error.',
    ])
  })

  it('never repeat what may be secret', () => {
    for (const { variable, isSecret = false } of rows) {
      if (!isSecret) continue
      const told = problemsOf([], { [variable]: 'wrong:hunter2@ \u0000' })
      expect(told.join('\n')).not.toContain('hunter2')
    }
    expect(problemsOf([], { DATABASE_URL: 'mysql://u:hunter2@h/d' })).toHaveLength(1)
  })

  it('take a public address without a path alone', () => {
    const publicUrlOf = (text: string) => readConfiguration([], { PUBLIC_URL: text })?.publicUrl
    expect(publicUrlOf('https://api.example.com/')).toBe('https://api.example.com')
    for (const text of ['api.example.com', 'ftp://a', 'https://a/b', 'https://u:p@a', 'https://a?b'])
      expect(problemsOf([], { PUBLIC_URL: text })).toHaveLength(1)
  })

  it('are all in the help', () => {
    for (const { variable, option, means } of rows) {
      expect(settingsHelp).toContain(
        option === undefined ? `  ${variable}:` : `  --${option} or ${variable}:`,
      )
      expect(settingsHelp).toContain(means)
    }
    expect(problemsOf(['--nothing'], {})).toEqual([expect.stringContaining("Unknown option '--nothing'")])
  })

  it('have unique names', () => {
    expect(new Set(rows.map(({ variable }) => variable)).size).toBe(rows.length)
  })
})

describe('server/README.md', () => {
  it('has the table of settings, row by row; UPDATE_GOLDEN=1 writes it', () => {
    const page = path.join(checkout, 'server', 'README.md')
    const text = readFileSync(page, 'utf8')
    const [head, ...rest] = text.split(tableHead)
    const expected = `${head}${tableHead}${rows.map(rowOf).join('\n')}\n${rest.join('').replace(/^(\| `.*\n)*/, '')}`
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, expected)
    else expect(text).toBe(expected)
  })
})

const tableHead = '| variable | value | default | meaning |\n|---|---|---|---|\n'

/** Returns a row of the table. A default inside the checkout is shown as a relative path. */
function rowOf({ variable, option, takes, fallback, means }: Setting): string {
  const names = option === undefined ? `\`${variable}\`` : `\`${variable}\`, \`--${option}\``
  const otherwise = fallback?.startsWith(checkout) ? path.relative(checkout, fallback) : fallback
  return `| ${names} | ${takes} | ${otherwise === undefined ? '' : `\`${otherwise}\``} | ${means} |`
}
