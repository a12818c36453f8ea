import { describe, expect, test } from 'vitest'
import { CHANGE_KIND_NAMES } from '../../../generator/diff/kinds/kinds.ts'
import { DOCUMENT_CASES } from './document-cases.ts'
import { OPERATION_CASES, SHARED } from './operation-cases.ts'
import { type Proven, prove } from './proof.ts'
import { SCHEMA_PROOFS } from './proof-case.ts'
import { proveDocuments } from './prove-documents.ts'
import { SHARED_SCHEMAS } from './schema-cases.ts'

const cases = [...SCHEMA_PROOFS, ...OPERATION_CASES, ...DOCUMENT_CASES]
const proven = [
  ...(await prove(SCHEMA_PROOFS, { components: { schemas: SHARED_SCHEMAS } })),
  ...(await prove(OPERATION_CASES, SHARED)),
  ...(await proveDocuments(DOCUMENT_CASES)),
]

describe('a change is of its kind, and breaks whom its kind says: by the compiler, and by what is exchanged', () => {
  test.each(cases.map(({ kind }, index) => ({ kind, found: proven[index] })))('$kind', ({ kind, found }) => {
    expect(found?.changes.map((change) => change.kind)).toContain(kind)
    expect(outcome(found, 'breaks')).toEqual(outcome(found, 'stated'))
  })
})

test('every kind has its case', () => {
  const known = new Set<string>(cases.map(({ kind }) => kind))
  expect(CHANGE_KIND_NAMES.filter((name) => !known.has(name))).toEqual([])
  expect(CHANGE_KIND_NAMES.length).toBeGreaterThan(160)
})

/** Includes the compiler's messages, which help if a test fails. */
function outcome(found: Proven | undefined, member: 'breaks' | 'stated') {
  return { breaks: [...(found?.[member] ?? [])].sort(), said: found?.said }
}
