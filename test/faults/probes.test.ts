import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Unavailable } from '../../bench/services/foreign-service.ts'
import type { RunningService } from '../../bench/services/running-service.ts'
import { SERVICES, type ServiceName } from './fault.ts'
import type { Call, Probe, Sent } from './probe.ts'
import { services, startService } from './service.ts'
import { eighthGoProbes } from './sets/eighth/go-probes.ts'
import { eleventhGoProbes } from './sets/eleventh/go-probes.ts'
import { eleventhPythonProbes } from './sets/eleventh/python-probes.ts'
import { fifthGoProbes } from './sets/fifth/go-probes.ts'
import { fifthPythonProbes } from './sets/fifth/python-probes.ts'
import { fourthGoProbes } from './sets/fourth/go-probes.ts'
import { fourthPythonProbes } from './sets/fourth/python-probes.ts'
import { ninthGoProbes } from './sets/ninth/go-probes.ts'
import { ninthPythonProbes } from './sets/ninth/python-probes.ts'
import { seventhGoProbes } from './sets/seventh/go-probes.ts'
import { seventhPythonProbes } from './sets/seventh/python-probes.ts'
import { sixthGoProbes } from './sets/sixth/go-probes.ts'
import { sixthPythonProbes } from './sets/sixth/python-probes.ts'
import { tenthGoProbes } from './sets/tenth/go-probes.ts'
import { tenthPythonProbes } from './sets/tenth/python-probes.ts'
import { thirdGoProbes, thirdPythonProbes } from './sets/third-probes.ts'
import { WHOLE_SETS } from './sets.ts'

/** The bugs of the sets from the third on. */
const PROBES: Readonly<Record<ServiceName, Readonly<Record<string, Probe>>>> = {
  go: {
    ...thirdGoProbes,
    ...fourthGoProbes,
    ...fifthGoProbes,
    ...sixthGoProbes,
    ...seventhGoProbes,
    ...eighthGoProbes,
    ...ninthGoProbes,
    ...tenthGoProbes,
    ...eleventhGoProbes,
  },
  python: {
    ...thirdPythonProbes,
    ...fourthPythonProbes,
    ...fifthPythonProbes,
    ...sixthPythonProbes,
    ...seventhPythonProbes,
    ...ninthPythonProbes,
    ...tenthPythonProbes,
    ...eleventhPythonProbes,
  },
}

function credentials(name: ServiceName, key: string): Readonly<Record<string, string>> {
  if (key === '') return {}
  return name === 'go' ? { 'X-Api-Key': key } : { Authorization: `Bearer ${key}` }
}

/** Sends what the suite may never send to a sealed fault: only the requests that show it. */
function callOf(name: ServiceName, { url }: RunningService): Call {
  return async (request, { key = services[name].key, json, body, headers = {} }: Sent = {}) => {
    const [method = 'GET', ...path] = request.split(' ')
    const content = json === undefined ? body : JSON.stringify(json)
    const response = await fetch(`${url}${path.join(' ')}`, {
      method,
      headers: {
        ...credentials(name, key),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    })
    const text = await response.text()
    const isJson = /^application\/(problem\+)?json/.test(response.headers.get('Content-Type') ?? '')
    return {
      ...{ status: response.status, headers: response.headers, text },
      json: isJson && text !== '' && method !== 'HEAD' ? JSON.parse(text) : undefined,
    }
  }
}

/** @returns undefined on a machine without the compiler or interpreter. */
async function start(name: ServiceName, fault?: string): Promise<RunningService | undefined> {
  try {
    return await startService(name, fault)
  } catch (error) {
    if (error instanceof Unavailable) return undefined
    throw error
  }
}

describe.each(SERVICES)('faults of %s', (name) => {
  const probes = PROBES[name]
  const { second: _, ...probed } = WHOLE_SETS
  const names = Object.values(probed)
    .flat()
    .filter(({ service }) => service === name)
    .map((fault) => fault.name)
  let correct: RunningService | undefined
  beforeAll(async () => {
    correct = await start(name)
  })
  afterAll(async () => await correct?.stop())

  test('have a probe each', () => {
    expect(Object.keys(probes).toSorted()).toEqual(names.toSorted())
  })

  test.for(Object.entries(probes))(
    '%s is there when it is switched on, and only then',
    async ([fault, probe], { skip }) => {
      const faulty = correct && (await start(name, fault))
      if (correct === undefined || faulty === undefined) return skip(services[name].hint)
      try {
        expect(await probe.observe(callOf(name, correct))).toEqual(probe.correct)
        expect(await probe.observe(callOf(name, faulty))).toEqual(probe.faulty)
      } finally {
        await faulty.stop()
      }
    },
  )
})
