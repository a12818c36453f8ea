/** Minimum CPU milliseconds that can be measured reliably. */
const LEAST_MS = 20

/**
 * Returns the CPU milliseconds that work takes in this thread. Compilation and garbage collection in other
 * threads do not count.
 */
function processorMs(work: () => void): number {
  const before = usage()
  work()
  return usage() - before
}

/**
 * Returns the CPU milliseconds used so far: those of this thread, or those of the whole process before Node
 * 23.9, which cannot report a thread's.
 */
function usage(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)()
  return (user + system) / 1000
}

/**
 * Returns how many times as much CPU time work takes on something twice as large: 2 if it is linear, 4 if it
 * is quadratic. The result is the least of up to three trials, because other work on the machine can only add
 * time.
 * @returns 1 if work on the larger one takes too little time to be measured.
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

/** A limit between linear and quadratic growth. */
export const LINEAR = 3

/** The size is doubled until the larger work takes this many milliseconds, or the size reaches its bound. */
const MEASURED_MS = 40
/** The larger input is this many times as large. */
const TIMES = 8
/** Maximum number of times that both are measured. */
const MOST_TRIALS = 9

/**
 * Returns the exponent with which CPU time grows with the size: 1 if it is linear, 2 if it is quadratic. Work
 * on an input eight times as large is compared with eight times the work, so that both take equally long if
 * it is linear, and clocks and garbage collection affect both alike. Each counts as the least of several
 * trials, because other work on the machine can only add time; more trials are made while the exponent
 * exceeds the limit.
 * @param prepare creates input of a size, and returns a function that works on it.
 * @returns 0 if the work takes too little time.
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
  // Warms up, so that the engine's compilation is not part of the work.
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
