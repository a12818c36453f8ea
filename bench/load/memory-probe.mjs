// Preloaded into the service. For each message from its parent, it reports the resident memory, the size of
// the heap's young generation, the memory that remains after garbage collection, and the number of open file
// descriptors.
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
  // The first collection finalizes dead objects, and the second one collects them.
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
