/** Milliseconds of the processor in which the clock says enough. */
const LEAST_MS = 20

/** Milliseconds of the processor that work takes. Nothing else may run in this process. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times as much of the processor work takes on something twice as large: 2 where it is linear, 4 where it is quadratic. The
 * least of three trials, as other work of the machine only adds to it.
 * @returns 1 where work on the larger one takes too little to be measured.
 */
export function growth(work: (size: number) => void, size: number): number {
  const trial = (): number => {
    const twice = processorMs(() => work(2 * size))
    if (twice < LEAST_MS) return 1
    return (
      twice /
      Math.min(
        processorMs(() => work(size)),
        processorMs(() => work(size)),
      )
    )
  }
  let least = trial()
  for (let times = 1; times < 3 && least > 2.5; times++) least = Math.min(least, trial())
  return least
}

/** Between linear and quadratic growth. */
export const LINEAR = 3
