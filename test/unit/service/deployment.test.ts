import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Setting } from '../../../server/settings/setting.ts'
import { settings } from '../../../server/settings/settings.ts'

const checkout = path.join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(checkout, file), 'utf8')

/** Variables that a file can set: settings of the service, and variables that Node itself reads. */
const known = new Set(['NODE_ENV', ...Object.values<Setting>(settings).map(({ variable }) => variable)])
const namesIn = (assignments: string): string[] =>
  [...assignments.matchAll(/(\w+)=/g)].flatMap(([, name]) => name ?? [])

describe('the unit for systemd', () => {
  const unit = read('server/units/concordat.service')
  const said = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

  test('starts the service with settings that it has', () => {
    const [node, entry] = said('ExecStart').split(' ')
    expect(node).toBe('/usr/bin/node')
    expect(existsSync(path.join(checkout, entry!))).toBe(true)
    expect(namesIn(said('Environment')).filter((name) => !known.has(name))).toEqual([])
  })

  test('gives it longer to stop than it takes by itself, and one folder to write to', () => {
    const seconds = [settings.drainSeconds, settings.shutdownSeconds].map(({ fallback }) => Number(fallback))
    expect(Number(said('TimeoutStopSec'))).toBeGreaterThan(seconds[0]! + seconds[1]!)
    expect(said('ProtectSystem')).toBe('strict')
    expect(said('Environment')).toContain(`DATA_FOLDER=/var/lib/${said('StateDirectory')}`)
  })
})

describe('the container file', () => {
  const lines = read('Containerfile').replaceAll('\\\n', ' ').split('\n')
  const of = (instruction: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1))

  test('copies what is there, and all that the service imports', () => {
    const copied = of('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1))
    expect(copied.filter((file) => !existsSync(path.join(checkout, file)))).toEqual([])
    expect(copied).toEqual(expect.arrayContaining(['package-lock.json', 'runtime', 'generated', 'server']))
  })

  test('starts the service by an unprivileged user, with settings that it has', () => {
    expect(namesIn(of('ENV').join(' ')).filter((name) => !known.has(name))).toEqual([])
    expect(of('CMD')).toEqual(['["node", "server/main.js"]'])
    expect(existsSync(path.join(checkout, 'server/main.js'))).toBe(true)
    expect(of('USER')).toEqual(['node'])
  })
})
