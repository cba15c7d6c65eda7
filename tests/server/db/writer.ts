import { openDatabase } from '../../../server/db/database'
import { customers } from '../../../server/db/schema/customers'

// Writes two customers per transaction, for ever, and prints each pair when it is acknowledged. Killed by its test.
const [dataDir = '', orgId = ''] = process.argv.slice(2)
try {
  const database = await openDatabase({ dataDir })
  for (let pair = 0; ; pair += 1) {
    const email = `${process.pid}-${pair}@customers.example`
    const both = ['first', 'second'].map((firstName) => ({ orgId, firstName, email }))
    // One after the other: the next pair is written only when this one is safe.
    await database.tenant(orgId, (tx) => tx.insert(customers).values(both))
    process.stdout.write(`${email}\n`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
