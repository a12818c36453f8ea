/** Tells the benchmark where a server listens, and what its process has used so far whenever it asks. */
export function tell(server) {
  process.on('message', () => process.send({ ...process.cpuUsage(), bytes: process.memoryUsage.rss() }))
  process.on('disconnect', () => process.exit())
  process.send({ port: server.address().port })
}

/** The answer of every server to a GET: the request, as values. */
export function found({ projectId, slug }, { limit, offset, archived, sort, tags, since, minScore }) {
  return { projectId, slug, limit, offset, archived, sort, tags, since, minScore }
}

/** The answer of every server to a POST. */
export function taken({ id, customer, quantity, price, tags, address }) {
  return { id, customer, total: quantity * price, tags: tags.length, city: address.city }
}
