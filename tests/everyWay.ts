/**
 * Whether every way is tested, as before a release: `EVERY_WAY=1 npm test`. Without it the ways that few take, what one
 * database does like the other, and the longest random tests are left out, so that a run stays under a quarter of an hour.
 */
export const everyWay = process.env['EVERY_WAY'] === '1'
