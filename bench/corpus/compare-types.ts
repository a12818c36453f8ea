import { generate } from '../../generator/generate.ts'
import { disagreements, pairsOf } from '../agreement/type-agreement.ts'

/** Compares each type of one document with that of openapi-typescript, and prints how many there are and which differ as JSON. */
const [document = ''] = process.argv.slice(2)
const { files, model } = await generate({
  document,
  output: 'unused',
  importExtension: '.ts',
  outputs: ['types', 'openapi'],
})
const pairs = pairsOf(model)
const found = disagreements(new Map([['document', { files, pairs }]]))
process.stdout.write(
  JSON.stringify({
    compared: pairs.length,
    differences: found.map((line) => line.replace(/^document[ /]/, '')),
  }),
)
