/** Milliseconds of the processor in which the clock says enough. */
const LEAST_MS = 20

/**
 * Milliseconds of the processor that work takes in this thread: what the engine compiles and collects
 * beside it is none of the work.
 */
function processorMs(work: () => void): number {
  const before = usage()
  work()
  return usage() - before
}

/** Milliseconds until now; of the whole process where Node, before 23.9, does not tell those of a thread. */
function usage(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)()
  return (user + system) / 1000
}

/**
 * How many times as much of the processor work takes on something twice as large: 2 where it is linear, 4
 * where it is quadratic. The least of three trials, as other work of the machine only adds to it.
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

/** The larger work takes so many milliseconds, if its size is not at its bound before. */
const MEASURED_MS = 40
/** How much larger it is. */
const TIMES = 8
/** Times that both are measured. */
const MOST_TRIALS = 9

/**
 * The power of the size by which work takes the processor: 1 where it is linear, 2 where it is quadratic.
 * Work on something eight times as large is compared with eight times the work, so that both take as long
 * where it is linear, and clocks and garbage weigh alike. Each counts with the least of some trials, as other
 * work of the machine only adds to it; more are made while the power is above the limit.
 * @param prepare makes something of a size, and answers what works on it.
 * @returns 0 where work takes too little.
 */
export function exponent(
  prepare: (size: number) => () => void,
  { size, most, limit }: { readonly size: number; readonly most: number; readonly limit: number },
): number {
  const small = prepare(size)
  const large = prepare(TIMES * size)
  const often = (): void => {
    for (let times = 0; times < TIMES; times++) small()
  }
  // Compiling by the engine is not part of the work.
  often()
  large()
  let last = processorMs(large)
  let first = processorMs(often)
  if (last < MEASURED_MS && 2 * size <= most) return exponent(prepare, { size: 2 * size, most, limit })
  if (last < LEAST_MS) return 0
  const power = (): number => 1 + Math.log2(last / first) / Math.log2(TIMES)
  for (let trial = 1; trial < MOST_TRIALS && (trial < 3 || power() > limit); trial++) {
    last = Math.min(last, processorMs(large))
    first = Math.min(first, processorMs(often))
  }
  return power()
}
