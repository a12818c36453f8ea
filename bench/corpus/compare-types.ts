import { generate } from '../../generator/generate.ts'
import { disagreements, pairsOf } from '../agreement/type-agreement.ts'
import { reasonsOf } from './type-difference.ts'

/**
 * Compares each type of one document with openapi-typescript's. Prints, as JSON, the number of types compared
 * and each difference with its reason.
 */
const [document = '', root] = process.argv.slice(2)
const { files, model } = await generate({
  document,
  ...(root !== undefined && { root }),
  output: 'unused',
  importExtension: '.ts',
  outputs: ['types', 'openapi'],
})
const pairs = pairsOf(model)
const documents = new Map([['document', { files, pairs }]])
const compare = (options = {}) =>
  disagreements(documents, options).map((line) => line.replace(/^document[ /]/, ''))
const found = compare()
const lenient = found.length === 0 ? [] : compare({ exactOptionalPropertyTypes: false })
const differences = reasonsOf(found, { model, lenient })
process.stdout.write(JSON.stringify({ compared: pairs.length, differences }))
