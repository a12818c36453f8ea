// Preloaded into the attacked program. On request, it reports to its parent the process's CPU time and the
// longest turn of the event loop. A turn is measured as the main thread's CPU time, so that other work on the
// machine does not count.
const TURN_MS = 5

const microseconds = ({ user, system }) => user + system
const ofThread = () =>
  microseconds('threadCpuUsage' in process ? process.threadCpuUsage() : process.cpuUsage())

let longest = 0
let turned = ofThread()
let began = 0

function turn() {
  const now = ofThread()
  longest = Math.max(longest, now - turned)
  turned = now
}

if (process.send !== undefined) {
  setInterval(turn, TURN_MS).unref()
  process.on('message', (message) => {
    turn()
    if (message === 'begin') {
      longest = 0
      began = microseconds(process.cpuUsage())
    }
    const processor = microseconds(process.cpuUsage()) - began
    process.send({ silence: longest / 1e6, processor: processor / 1e6 })
  })
  process.channel.unref()
}
