/**
 * Ends the process with a message and the exit code for wrong usage if Node is too old.
 * @param engines the range of Node versions in our package.json, such as ">=22.19".
 */
export function refuseOldNode(engines: string): void {
  const needed = engines.replace('>=', '')
  if (!isOlder(process.versions.node, needed)) return
  process.stderr.write(
    `Concordat needs Node ${needed} or later, but this is ${process.versions.node}. Fix: install a later version of Node.\n`,
  )
  process.exit(2)
}

/** Compares major and minor versions: "22.9.1" is older than "22.19". */
function isOlder(version: string, needed: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number)
  return major < neededMajor || (major === neededMajor && minor < neededMinor)
}
