// Preloaded into the attacked program. It reports to its parent how long the event loop was blocked, measured
// as the main thread's CPU time between two turns. Other work on the machine therefore does not count.
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
