// Writes the address of every module that a process loads into the file that NOTED_MODULES names.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env['NOTED_MODULES'], `${url}\n`)
    return next(url, context)
  },
})
