// Appends the URL of every module that a process loads to the file in NOTED_MODULES.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env['NOTED_MODULES'], `${url}\n`)
    return next(url, context)
  },
})
