import { probe } from '../probe.ts'

console.log(JSON.stringify(await probe(process.argv[2] ?? '')))
