import { KEYWORDS, type KeywordName } from '@concordat/runtime/subschemas'
import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

/** A value of each kind, as it appears in documents. */
const VALUES = {
  text: 'a',
  number: 3,
  count: 3,
  divisor: 3,
  flag: true,
  any: 3,
  list: [1, 2],
  object: { name: 'a' },
  names: ['a'],
  namesByName: { a: ['b'] },
  types: 'string',
  discriminator: { propertyName: 'kind' },
}
const HELD = { one: { type: 'string' }, list: [{ type: 'string' }], map: { a: { type: 'string' } } }

/**
 * Keywords that are converted to others, and keywords that no stage needs after the document has been read.
 */
const OTHERWISE: readonly KeywordName[] = [
  ...(['$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor', '$defs'] as const),
  ...(['example', 'externalDocs', 'discriminator'] as const),
]
const COPIED = Object.entries(KEYWORDS).filter(([name]) => !OTHERWISE.some((other) => other === name))

test.each(COPIED)('the model has the keyword "%s" of a schema', async (name, row) => {
  const value: unknown = 'holds' in row ? HELD[row.holds] : VALUES[row.value]
  const schema = JSON.stringify({ [name]: value })
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: {}\ncomponents:\n  schemas:\n    It: ${schema}\n`),
  })
  const { schemas } = buildModel(loaded).model
  expect(schemas.find((each) => each.name === 'It')?.schema).toEqual({ [name]: value })
})
