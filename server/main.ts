#!/usr/bin/env node
import { outliveReaders } from '../contract/outliveReaders'
import { runProgram } from './cli/program'
import { giveUp } from './giveUp'

outliveReaders()
runProgram(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exit(code)
}, giveUp)
