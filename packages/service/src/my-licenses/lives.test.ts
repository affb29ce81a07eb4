import { describeCustomerLives } from './testing/describe-lives.ts'

describeCustomerLives()
