// Places the labels of a chart by the rule of libpress.tools.labels, for the live page and the playground.

/** The middles of labels for these places: at least `height` apart, in the order of their places, between `low` and `high`. The sum of the
 * squares of their distances from their places is the least. Where they do not fit they are equally far apart. */
export function spread(places, height, low, high) {
  const apart = Math.min(height, (high - low) / Math.max(places.length, 1));
  const order = [...places.keys()].sort((a, b) => places[a] - places[b] || a - b);
  // The place of each label minus the heights of those below it: these numbers must not fall. Neighbours that would fall form a group at their mean.
  const groups = [];
  order.forEach((n, row) => {
    let group = { total: places[n] - row * apart, count: 1 };
    while (groups.length && groups.at(-1).total / groups.at(-1).count > group.total / group.count) {
      const before = groups.pop();
      group = { total: group.total + before.total, count: group.count + before.count };
    }
    groups.push(group);
  });
  const [first, last] = [low + apart / 2, high - apart / 2 - (places.length - 1) * apart];
  const found = [];
  let row = 0;
  for (const { total, count } of groups)
    for (let one = 0; one < count; one++, row++) found[order[row]] = Math.max(first, Math.min(total / count, last)) + row * apart;
  return found;
}
