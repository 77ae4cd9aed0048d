/** To the letter where spec 2 section 8 gives them. */
export const texts = {
  fetchFailed: 'Failed to fetch profile',
  saveFailed: 'Failed to save profile',
  saved: 'Profile updated successfully',
  fillAll: 'Please fill out all fields.',
  emailInvalid: 'Please enter a valid email address.',
  passwordsDiffer: 'Passwords do not match.',
  passwordFailed: 'Failed to change the password',
  leaveFailed: 'Failed to leave the organization',
} as const;
