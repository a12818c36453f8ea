/**
 * Reports to the benchmark where a server listens and, whenever the benchmark asks, the resources that its
 * process has used so far.
 */
export function tell(server) {
  process.on('message', () => process.send({ ...process.cpuUsage(), bytes: process.memoryUsage.rss() }))
  process.on('disconnect', () => process.exit())
  process.send({ port: server.address().port })
}

/** Every server's response to a GET: the parsed values of the request. */
export function found({ projectId, slug }, { limit, offset, archived, sort, tags, since, minScore }) {
  return { projectId, slug, limit, offset, archived, sort, tags, since, minScore }
}

/** Every server's response to a POST. */
export function taken({ id, customer, quantity, price, tags, address }) {
  return { id, customer, total: quantity * price, tags: tags.length, city: address.city }
}
