import { describeCustomerLives } from '../../packages/service/src/my-licenses/testing/describe-lives.ts'

describeCustomerLives()
