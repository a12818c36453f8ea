// Preloaded into a measured Node process by measure.ts. Plain CommonJS, so that loading it costs the process nothing to
// speak of. Not resourceUsage().maxRSS where it can be avoided: on Linux a child inherits the peak of the process that
// started it, while VmHWM begins anew with the program.
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { isMainThread } = require('node:worker_threads')

const folder = process.env.CONCORDAT_USAGE

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}

if (folder !== undefined && isMainThread) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeFileSync(join(folder, String(process.pid)), `${peakKilobytes()} ${user + system}`)
  })
}
