/** Values of a metric's labels, by label. */
export type Labels = Readonly<Record<string, string>>

/** One value of a metric. */
export interface Sample {
  /** What is put after the metric's name: "_total", "_bucket" or nothing. */
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number
}

/** A metric as it is shown. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** A number that only grows, for each set of labels. */
export class Counter {
  readonly #values = new Map<string, { readonly labels: Labels; value: number }>()

  add(labels: Labels): void {
    const key = Object.values(labels).join('\n')
    const entry = this.#values.get(key)
    if (entry === undefined) this.#values.set(key, { labels, value: 1 })
    else entry.value += 1
  }

  samples(): readonly Sample[] {
    return [...this.#values.values()]
  }
}

/** How often a measured value was at most each of some bounds, for each value of one label. */
export class Histogram {
  readonly #label: string
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, { readonly counts: number[]; sum: number }>()

  /** @param bounds upper ends of the buckets, ascending, without the infinite one. */
  constructor(label: string, bounds: readonly number[]) {
    this.#label = label
    this.#bounds = bounds
  }

  observe(label: string, value: number): void {
    const series = this.#series.get(label) ?? { counts: this.#bounds.map(() => 0).concat(0), sum: 0 }
    this.#series.set(label, series)
    const bucket = this.#bounds.findIndex((bound) => value <= bound)
    const index = bucket === -1 ? this.#bounds.length : bucket
    series.counts[index] = (series.counts[index] ?? 0) + 1
    series.sum += value
  }

  /** Buckets count all values up to their bound, those of smaller buckets included. */
  samples(): readonly Sample[] {
    return [...this.#series].flatMap(([value, { counts, sum }]) => {
      let count = 0
      const buckets = counts.map((inBucket, index): Sample => {
        count += inBucket
        const le = String(this.#bounds[index] ?? '+Inf')
        return { suffix: '_bucket', labels: { [this.#label]: value, le }, value: count }
      })
      const labels = { [this.#label]: value }
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }]
    })
  }
}

/**
 * Writes metrics as text.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/, text-based format
 */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${value}`,
      ),
    ])
    .join('\n')
    .concat('\n')
}

/** The media type of `writeMetrics`. */
export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8'

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

function writeLabels(labels: Labels): string {
  const written = Object.entries(labels).map(
    ([label, value]) => `${label}="${value.replace(/[\\"\n]/g, (character) => escapes[character] ?? '')}"`,
  )
  return written.length === 0 ? '' : `{${written.join(',')}}`
}
