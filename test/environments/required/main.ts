import { called } from './caller.ts'

called().then(console.log)
