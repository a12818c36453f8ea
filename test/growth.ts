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

/** The largest work takes so many milliseconds, if its size is not at its bound before. */
const MEASURED_MS = 40

/**
 * The power of the size by which work takes the processor: 1 where it is linear, 2 where it is quadratic; of sizes 1, 2, 4 and 8 times as
 * large, from the first that takes long enough to be measured. The least of three trials.
 * @param prepare makes something of a size, and answers what works on it.
 * @returns 0 where work on the largest takes too little.
 */
export function exponent(
  prepare: (size: number) => () => void,
  { size, most }: { readonly size: number; readonly most: number },
): number {
  const works = [1, 2, 4, 8].map((times) => prepare(times * size))
  const trial = (): readonly number[] => works.map((work) => processorMs(work))
  // What the engine compiles meanwhile is none of the work.
  trial()
  let [first = 0, , , last = 0] = trial()
  if (last < MEASURED_MS && 2 * size <= most) return exponent(prepare, { size: 2 * size, most })
  if (last < LEAST_MS) return 0
  let least = Math.log2(last / first) / 3
  for (let times = 1; times < 3 && least > 1.2; times++) {
    ;[first = 0, , , last = 0] = trial()
    least = Math.min(least, Math.log2(last / first) / 3)
  }
  return least
}
