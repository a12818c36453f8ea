// Preloaded into the service. Its parent asks it by any message, and it tells what it holds: bytes as the
// system counts them, those of the heap's young generation, and those that are left when garbage has been
// collected.
import { readdirSync } from 'node:fs'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const YOUNG = ['new_space', 'new_large_object_space']

function tell() {
  const resident = process.memoryUsage.rss()
  const young = getHeapSpaceStatistics()
    .filter(({ space_name }) => YOUNG.includes(space_name))
    .reduce((sum, { physical_space_size }) => sum + physical_space_size, 0)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // The first one ends what is dying, the second one collects it.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : Number.NaN
  process.send({ resident, young, live: heapUsed + external, descriptors })
}

if (process.send !== undefined) {
  process.on('message', tell)
  process.channel.unref()
}
