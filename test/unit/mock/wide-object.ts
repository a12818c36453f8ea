// Prints the exponent with which the time to make an object grows with its members. It runs in a process of
// its own, because the tests before it in a worker change how V8 has compiled the code.
import { Maker } from '@concordat/mock'
import { exponent } from '../../growth.ts'

const prepare = (size: number) => {
  const names = Array.from({ length: size }, (_, index) => `p${index}`)
  const Wide = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  }
  const maker = new Maker({ definitions: { Wide } }, 'mock')
  return () => maker.make(maker.schema({ $ref: '#/$defs/Wide' }), 'item')
}
process.stdout.write(String(exponent(prepare, { size: 100, most: 2000, limit: Number(process.argv[2]) })))
