import { spawn } from 'node:child_process'

/** @throws when npm fails, with the end of what it said. */
export function runNpm(args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, signal, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`"npm ${args[0]}" ended with ${code}.\n${said.slice(-2000)}`))
    })
  })
}
