import { createMock } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** Each seed yields different values. */
const SEEDS = ['one', 'two', 'three']

const REQUESTS = [
  ['GET', 'value'],
  ['POST', 'computed'],
] as const

/** A value from a mock response, or the reason why there is none. */
export type Sample = { readonly value: unknown } | { readonly missing: string }

/**
 * Gets mock responses for the schema from two operations: one that reads the value, and one that computes it.
 */
export async function samplesOf(descriptor: DocumentDescriptor): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (const seed of SEEDS)
    for (const [method, path] of REQUESTS) {
      const complaints: unknown[] = []
      const mock = createMock(descriptor, { seed, onError: (error) => complaints.push(error) })
      const response = await mock(new Request(`http://127.0.0.1/${path}`, { method }))
      const text = await response.text()
      const [complaint = response.status === 200 ? undefined : text] = complaints
      samples.push(complaint === undefined ? { value: JSON.parse(text) } : { missing: String(complaint) })
    }
  return samples
}

/** Returns Ajv's verdict; a string states why there is none. */
export function byAjv(schema: unknown): (value: unknown) => boolean | string {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false })
  return (value) => {
    try {
      return ajv.validate<unknown>(schema as object | boolean, value)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
